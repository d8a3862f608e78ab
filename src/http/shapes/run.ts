// HTTP schema of one run: its picture, and what surrounds it on the server's machine.
import * as t from "../../kit/schema.ts";
import { attended, life, picture, time } from "../../runtime/picture/shape.ts";

export const runAnswer = t.open({
  ...picture.entries,
  ...attended,
  newest: t.means("the newest version; `version` is older if the past was asked for", t.integer),
  span: t.means("times that can be viewed", t.open({ from: time, to: time })),
  runner: t.means(
    "the active runner that this server started, and its last output",
    t.maybe(t.open({ since: time, words: t.list(t.text) })),
  ),
  elsewhere: t.means(
    "another active runner on this machine: of a terminal, or of the parent run",
    t.maybe(t.open({ pid: t.integer, since: time })),
  ),
  lacks: t.means(
    "why no worker on this machine can do what it needs, with the remedy; null: one can",
    t.maybe(t.open({ text: t.text, fits: t.text })),
  ),
  lastWords: t.exactOptional(
    t.means(
      "if no runner is active and nothing has happened since: the end of this server's last runner, and its last output",
      t.open({ at: time, words: t.list(t.text) }),
    ),
  ),
  parent: t.maybe(t.text),
  children: t.list(t.open({ run: t.text, protocol: t.text, life, good: t.maybe(t.flag) })),
});
