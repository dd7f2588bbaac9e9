"""The results of a contest as pages and the API show them: kept up to date, in little memory."""
