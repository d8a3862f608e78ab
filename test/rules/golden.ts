// Why: the stories of test/golden, which are short and many, in one process.
import { storiesOf } from "./together.ts";

await storiesOf("golden");
