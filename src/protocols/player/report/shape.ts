// Why: what a node's agent may say at its end is one value: the schema in its brief and the reader of its report.
import { list, oneOf, record, text, whole } from "../../../core/shape.ts";
import { artifactsLimit, nameLimit } from "../limits.ts";

export const reportShape = record(
  { node: text({ min: 1 }), attempt: whole(1, 1_000_000), status: oneOf(["completed", "failed"]) },
  {
    session_id: text({
      max: nameLimit,
      means: "of the session that you worked in, if it has an id",
    }),
    output_path: text({ max: nameLimit, means: "the file that holds your result" }),
    artifacts: list(text({ max: nameLimit }), artifactsLimit),
    summary: text({ max: 16_384 }),
    error: text({ max: 16_384, means: "why it failed" }),
  },
);
