// Builds the page after `npm ci` in a clone, so that `cairn serve` works from the source at once.
"use strict";
var childProcess = require("child_process");
var fs = require("fs");
var path = require("path");

var top = path.join(__dirname, "..");
var vite = path.join(top, "node_modules", "vite", "bin", "vite.js");

// A production install has nothing to build it with.
if (fs.existsSync(vite)) {
  var words = [vite, "build", "web", "--config", "web/vite.config.ts", "--logLevel", "error"];
  var done = childProcess.spawnSync(process.execPath, words, { cwd: top, stdio: ["ignore", 2, 2] });
  if (done.status !== 0)
    console.error(
      "The page could not be built: all but `cairn serve` works; `npm run build` says why.",
    );
}
