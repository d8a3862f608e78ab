// Why: who cloned it and ran `npm ci` can open the page at once: `cairn serve` from its source needs it built.
"use strict";
var childProcess = require("child_process");
var fs = require("fs");
var path = require("path");

var top = path.join(__dirname, "..");
var vite = path.join(top, "node_modules", "vite", "bin", "vite.js");

// A production install has nothing to build it with, and brings it built; a package is packed with what its own build made.
if (fs.existsSync(vite) && process.env.npm_command !== "pack" && process.env.npm_command !== "publish") {
  var words = [vite, "build", "web", "--config", "web/vite.config.ts", "--logLevel", "error"];
  var done = childProcess.spawnSync(process.execPath, words, { cwd: top, stdio: ["ignore", 2, 2] });
  if (done.status !== 0) console.error("The page could not be built: all but `cairn serve` works; `npm run build` says why.");
}
