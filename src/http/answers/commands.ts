// Answers about what a person may ask of a run.

/** GET /api/runs/:run/refused?unit=: which commands about a unit the rules refuse as it is now, whatever else they say; by type, and why. */
export type RefusedList = {
  readonly run: string;
  readonly unit: string;
  readonly refused: Readonly<Record<string, string>>;
};

/** GET /api/runs/:run/commands: what a person may ask of the run as it is now. */
export type CommandList = {
  readonly run: string;
  readonly commands: readonly {
    readonly type: string;
    /** On a button: sentence case, verb first. */
    readonly label: string;
    readonly means: string;
    /** The verb of the command line that sends it: `pause`, `rollback`. */
    readonly verb: string | null;
    /** Agents or the engine say it, too: as a rule a person need not. */
    readonly shared: boolean;
    /** JSON Schema of its data. */
    readonly fields: Readonly<Record<string, unknown>>;
    /** What fields of its data say in the run as it is now; not said: none of them is kept there. */
    readonly now?: Readonly<Record<string, unknown>>;
  }[];
};
