// The script of a served page's worker.

import { serve } from "./gif-worker.js";

serve();
