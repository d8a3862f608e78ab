// Why: the stories of test/runner, which are short and many, in one process.
import { storiesOf } from "./together.ts";

await storiesOf("runner");
