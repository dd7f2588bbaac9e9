// A square with @microsoft/signalr, written as the contest's JavaScript starter is.
const signalR = require("@microsoft/signalr");

const runner = process.env["RUNNER_IPV4"] || "localhost";
const url = runner.startsWith("http://") ? `${runner}:5000/runnerhub` : `http://${runner}:5000/runnerhub`;
const token = process.env["Token"] || process.env["REGISTRATION_TOKEN"];
const connection = new signalR.HubConnectionBuilder()
  .withUrl(url)
  .configureLogging(signalR.LogLevel.Warning)
  .build();
let botId = null;

connection.on("Registered", (id) => {
  botId = id;
  console.log(`registered ${id === token}`);
});
connection.on("ReceiveGameInformation", (info) => console.log(`ticks ${info.maxTicks} bots ${Object.keys(info.bots).length}`));
connection.on("ReceiveBotState", (state) => {
  if (!(botId in state.leaderBoard) || state.heroWindow.length !== 11) console.log("a strange state");
  const action = [4, 2, 3, 1][Math.floor(state.gameTick / 3) % 4];
  connection.invoke("SendPlayerCommand", { action, botId }).catch((error) => console.log(`refused ${error}`));
});
connection.on("EndGame", (seed, tick) => console.log(`end ${tick}`));
connection.on("Disconnect", (reason) => {
  console.log(`disconnect ${reason}`);
  connection.stop();
});
connection.onclose(() => process.exit(0));
connection.start().then(() => connection.invoke("Register", token, process.env["BOT_NICKNAME"] || "JSBot"));
