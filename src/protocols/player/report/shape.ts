// Schema of the report of a node's agent.
import * as t from "../../../kit/schema.ts";
import { artifactsLimit, nameLimit } from "../limits.ts";

export const reportShape = t.open({
  node: t.filled(16_384),
  attempt: t.wholeFrom(1, 1_000_000),
  status: t.oneOf(["completed", "failed"]),
  session_id: t.nullish(
    t.means("of the session that you worked in, if it has an id", t.most(nameLimit, t.text)),
  ),
  output_path: t.nullish(t.means("the file that holds your result", t.most(nameLimit, t.text))),
  artifacts: t.nullish(t.mostOf(artifactsLimit, t.most(nameLimit, t.text))),
  summary: t.nullish(t.most(16_384, t.text)),
  error: t.nullish(t.means("why it failed", t.most(16_384, t.text))),
});
