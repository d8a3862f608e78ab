// Any protocol together with what a person says of who works on its run, and what its agents are told beside their briefs.
import { type Aspect, withAspect } from "../core/aspect.ts";
import type { Job } from "../core/job.ts";
import { type NewsWord, newsBy } from "../core/news.ts";
import type { Command, Protocol } from "../core/protocol.ts";
import { firstLine, oneLine } from "../core/quote.ts";
import { type Refusal, refuse } from "../core/refusal.ts";
import type { Recorded } from "../core/row.ts";
import type { Note, View } from "../core/view.ts";
import type {
  SteeringCommand,
  SteeringCommands,
  SteeringEvent,
  SteeringEvents,
} from "./messages.ts";
import { type Steering, steeringOf, unsteered, withSaid } from "./steering.ts";

type Decided = readonly SteeringEvent[] | Refusal;
const decides: {
  readonly [K in keyof SteeringCommands]: (
    now: Steering,
    data: SteeringCommands[K]["data"],
    units: readonly string[],
  ) => Decided;
} = {
  AssignRoles({ roles: now }, { roles }) {
    const changed = Object.entries(roles).filter(([role, agent]) => (now[role] ?? null) !== agent);
    return changed.length === 0
      ? []
      : [{ type: "RolesAssigned", data: { roles: Object.fromEntries(changed) } }];
  },
  SetNote({ notes }, { unit = "", note }, units) {
    if (unit !== "" && !units.includes(unit))
      return refuse("UNIT_UNKNOWN", `there is no ${unit.slice(0, 64)} in this run`, {
        fits:
          units.length === 0
            ? "nothing is planned yet: say it without a unit"
            : `there are: ${units.slice(0, 40).join(", ")}`,
      });
    const text = note.trim();
    return text === (notes[unit]?.text ?? "")
      ? []
      : [{ type: "NoteSet", data: { unit, note: text } }];
  },
};
const decided = <K extends keyof SteeringCommands>(
  now: Steering,
  { type, data }: SteeringCommands[K] & { readonly type: K },
  units: readonly string[],
): Decided => decides[type](now, data, units);

const without = <T>(
  table: Readonly<Record<string, T>>,
  keys: readonly string[],
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(table).filter(([name]) => !keys.includes(name)));

const evolves: {
  readonly [K in keyof SteeringEvents]: (
    now: Steering,
    event: Recorded<SteeringEvents[K]>,
  ) => Steering;
} = {
  RolesAssigned(now, { data: { roles } }) {
    const given = Object.entries(roles).flatMap(([role, agent]) =>
      agent === null ? [] : [[role, agent] as const],
    );
    return {
      ...now,
      roles: { ...without(now.roles, Object.keys(roles)), ...Object.fromEntries(given) },
    };
  },
  NoteSet(now, { data: { unit, note }, by, at }) {
    const rest = without(now.notes, [unit]);
    return {
      ...now,
      notes: note === "" ? rest : { ...rest, [unit]: { text: note, by: by.name, at } },
    };
  },
};
const evolve = (now: Steering, event: Recorded<SteeringEvent>): Steering =>
  event.type === "NoteSet" ? evolves.NoteSet(now, event) : evolves.RolesAssigned(now, event);

const rolesText = (roles: Readonly<Record<string, string | null>>): string =>
  Object.entries(roles)
    .map(([role, agent]) => `${role === "*" ? "all roles" : role}: ${agent ?? "as configured"}`)
    .join(", ");

const lines: { readonly [K in keyof SteeringEvents]: (data: SteeringEvents[K]["data"]) => string } =
  {
    RolesAssigned: ({ roles }) => rolesText(roles),
    NoteSet: ({ unit, note }) =>
      `${unit === "" ? "all agents" : unit}: ${note === "" ? "no note any more" : oneLine(firstLine(note), 160)}`,
  };
const eventLine = (event: Recorded<SteeringEvent>): string =>
  event.type === "NoteSet" ? lines.NoteSet(event.data) : lines.RolesAssigned(event.data);
const words: Readonly<Partial<Record<SteeringEvent["type"], NewsWord>>> = {
  RolesAssigned: "begins",
};

const isSteeringEvent = (event: Recorded): event is Recorded<SteeringEvent> =>
  Object.hasOwn(evolves, event.type);
const isSteeringCommand = (command: Command): command is SteeringCommand =>
  Object.hasOwn(decides, command.type);

const aspectOf = (protocol: Protocol): Aspect<SteeringCommand, SteeringEvent> => ({
  messages: () => import("./messages.ts"),
  terms: () => import("./terms.ts"),
  isCommand: isSteeringCommand,
  isEvent: isSteeringEvent,
  decide: (state, command) =>
    decided(
      steeringOf(state) ?? unsteered,
      command,
      protocol.view(state).nodes.map(({ id }) => id),
    ),
  evolve: (state, event) => withSaid(state, evolve(steeringOf(state) ?? unsteered, event)),
  keep: (before, next) => withSaid(next, steeringOf(before)),
  eventLine,
  news: newsBy<SteeringEvent>(words, eventLine),
});

/** What the agent of a job is told beside its brief: the note for its task, and that for all. */
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
