// Tests of forged stigmergy events: recognised by their basis and their sender.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDesk } from "../../../test/fixtures/stigmergy-desk.ts";
import type { Recorded } from "../../core/row.ts";
import { brokenOf } from "../../kit/telling.ts";
import { allEvents, type StigmergyEvent } from "./events.ts";
import type { State } from "./state.ts";

const broken = brokenOf(allEvents);
type Of<T extends StigmergyEvent["type"]> = Extract<Recorded<StigmergyEvent>, { type: T }>;

/** The first event of a type in a finished story, with the state before it. */
const story = (): (<T extends StigmergyEvent["type"]>(
  type: T,
) => { readonly before: State; readonly event: Of<T> }) => {
  const run = openDesk();
  run.execute();
  run.describe("1.1");
  run.finish("1.1", run.begin("1.1"));
  run.checks();
  run.judge("1.1");
  return <T extends StigmergyEvent["type"]>(type: T) => {
    const is = (event: Recorded<StigmergyEvent>): event is Of<T> => event.type === type;
    const event = run.log.find(is) ?? assert.fail(`no ${type}`);
    const [first, ...rest] = run.log.slice(0, run.log.indexOf(event));
    assert.ok(first !== undefined);
    return {
      before: rest.reduce((before, one) => run.fold(before, one), run.fold(null, first)),
      event,
    };
  };
};

test("a check that an agent recorded, a review beside an unmet verdict, and an agent's review as a person's word are forged", () => {
  const first = story();
  const agent = { kind: "agent", name: "eve" } as const;
  const { before, event: check } = first("CheckRecorded");
  assert.equal(broken(before, check), null);
  assert.match(broken(before, { ...check, by: agent }) ?? "", /isn't for agent/u);
  const { before: judged, event: review } = first("StoryReviewed");
  assert.equal(broken(judged, review), null);
  const verdicts = review.data.verdicts?.map((one) => ({ ...one, met: false })) ?? [];
  assert.match(broken(judged, { ...review, data: { ...review.data, verdicts } }) ?? "", /not met/u);
  const { before: done, event: end } = first("StoryCompleted");
  assert.equal(broken(done, end), null);
  assert.match(
    broken(done, { ...end, data: { ...end.data, by: "person" } }) ?? "",
    /no person judged/u,
  );
});
