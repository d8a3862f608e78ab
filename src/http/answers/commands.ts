// Types of answers about a person's commands for a run.

/** GET /api/runs/:run/refused?unit=: the commands about a unit that the current rules refuse with any data; by type, with reasons. */
export type RefusedList = {
  readonly run: string;
  readonly unit: string;
  readonly refused: Readonly<Record<string, string>>;
};

/** GET /api/runs/:run/commands: a person's commands for the run's current state. */
export type CommandList = {
  readonly run: string;
  readonly commands: readonly {
    readonly type: string;
    /** On a button: sentence case, verb first. */
    readonly label: string;
    readonly means: string;
    /** The command line's verb that sends it: `pause`, `rollback`. */
    readonly verb: string | null;
    /** Agents or the engine send it, too, so that a person usually needn't. */
    readonly shared: boolean;
    /** JSON Schema of its data. */
    readonly fields: Readonly<Record<string, unknown>>;
    /** Current values of its fields in the run; absent: none stored. */
    readonly now?: Readonly<Record<string, unknown>>;
  }[];
};
