// Wrapper that adds steering to any protocol: agents of roles, and notes to agents.
import type { Job } from "../core/job.ts";
import type { Protocol } from "../core/protocol.ts";
import type { Note, View } from "../core/view.ts";
import { type Aspect, withAspect } from "../kit/aspect.ts";
import { answersOf } from "../kit/rules.ts";
import { commands, type Steered } from "./commands.ts";
import { evolve, rolesText, type SteeringEvent, steeringEvents } from "./events.ts";
import { type Steering, steeringOf, unsteered, withSaid } from "./steering.ts";

const decide = answersOf<Steered, SteeringEvent>(commands);

const aspectOf = (protocol: Protocol): Aspect<Steering, Steered> => ({
  events: steeringEvents,
  commands,
  stateOf: steeringOf,
  withState: withSaid,
  evolve,
  told: (steering) => steering,
  decide(state, command, stamp) {
    const units = protocol.view(state).nodes.map(({ id }) => id);
    return decide({ ...(steeringOf(state) ?? unsteered), units }, command, stamp);
  },
});

/** Notes added to a job's brief: the one for its task and the one for the whole run. */
export const notesFor = ({ notes }: Steering, { subject, mends, kind }: Job): readonly Note[] =>
  kind !== "agent" ? [] : [notes[mends ?? subject], notes[""]].flatMap((note) => note ?? []);

const noted = (brief: string, notes: readonly Note[]): string =>
  [brief, ...notes.map(({ text, by }) => `NOTE from ${by}, who watches this run:\n${text}`)].join(
    "\n\n",
  );

const shown = (view: View, { roles, notes }: Steering): View => ({
  ...view,
  facts:
    Object.keys(roles).length === 0 ? view.facts : [...view.facts, `agents ${rolesText(roles)}`],
  ...(notes[""] === undefined ? {} : { told: notes[""] }),
  nodes: view.nodes.map((node) => {
    const told = notes[node.id];
    return told === undefined ? node : { ...node, told };
  }),
});

export const withSteering = (protocol: Protocol): Protocol => ({
  ...withAspect(protocol, aspectOf(protocol)),
  brief(state, job, facts) {
    const [brief, steering] = [protocol.brief(state, job, facts), steeringOf(state)];
    return steering === null ? brief : noted(brief, notesFor(steering, job));
  },
  view(state) {
    const [view, steering] = [protocol.view(state), steeringOf(state)];
    return steering === null ? view : shown(view, steering);
  },
});
