// Stories and blows in their hundreds, of every protocol.
import { after, test } from "node:test";
import { openAside } from "./aside.ts";

const aside = openAside("all");
after(aside.close);
for (const name of aside.names) test(name, () => aside.tell(name));
