// Types of the task and events between the acp-agent program and its driver.

/** The single argument of the program acp-agent.ts; the brief is its standard input. */
export type AcpTask = {
  /** The agent's command line. */
  readonly argv: readonly string[];
  readonly mcp: readonly string[];
  readonly resume: string | null;
  /** Requested through the protocol if argv has no placeholder for it. */
  readonly model: string | null;
};

export type AcpEvent =
  /** `conversation`: null if the agent can't resume one. */
  | {
      readonly type: "started";
      readonly agent: string;
      readonly conversation: string | null;
      readonly resumed: boolean;
    }
  /** A chunk of a message. Chunks belong together until an event other than a thought comes between, or `message` changes. */
  | { readonly type: "said"; readonly message: string | null; readonly text: string }
  | { readonly type: "thought"; readonly text: string }
  /** `over`: the call has ended. `kind`, `path` and `changed` (in lines) hold what this update reports, if anything. */
  | {
      readonly type: "tool";
      readonly id: string;
      readonly title: string;
      readonly over: boolean;
      readonly failed?: true;
      readonly kind?: string;
      readonly path?: string;
      readonly changed?: { readonly added: number; readonly removed: number };
    }
  /** `chose`: the kind of the selected option; null: none was possible. */
  | { readonly type: "permission"; readonly title: string; readonly chose: string | null }
  /** In US dollars, for the whole conversation. */
  | { readonly type: "cost"; readonly usd: number }
  /** An update of another conversation than the job's; ignored. */
  | { readonly type: "foreign"; readonly conversation: string }
  /** A known kind of problem reported on standard error; the agent keeps retrying. */
  | { readonly type: "trouble"; readonly kind: string }
  | { readonly type: "ended"; readonly reason: string }
  /** `code`: the protocol's error code, or an HTTP status. A cancelled turn has none. */
  | { readonly type: "fault"; readonly code: number | null; readonly text: string };
