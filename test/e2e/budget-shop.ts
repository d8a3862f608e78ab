// A shop with two tasks, one after the other, and what its log tells of one type of event.
import type { TestContext } from "node:test";
import { at, type Desk } from "./desk.ts";
import { criterion, report, shop, type Steps } from "./places-shop.ts";

export const work = (name: string): Steps => [
  { write: { path: `${name}.txt`, text: "done\n" } },
  report(name),
];
export const tasks = ["1", "2"].map((id) => ({
  ...criterion(id, `test -e ${id}.txt`),
  ...(id === "2" ? { blocked_by: ["1"] } : {}),
}));
export const twoTasks = (t: TestContext): Desk =>
  shop(t, { "1": work("1"), "2": work("2") }, tasks);

export const eventsOf = async (here: Desk, type: string): Promise<readonly unknown[]> => {
  const log = await here.cairn("log s --json");
  const all = log.out
    .split("\n")
    .flatMap((line): readonly unknown[] => (line === "" ? [] : [JSON.parse(line)]));
  return all.filter((event) => at(event, "type") === type);
};
