// Types of the task and events between the acp-agent program and its driver.

/** What the program of acp-agent.ts is started with, as its one argument; the brief is its standard input. */
export type AcpTask = {
  /** The agent's own program. */
  readonly argv: readonly string[];
  readonly mcp: readonly string[];
  readonly resume: string | null;
  /** Asked of the agent where argv has no place for it. */
  readonly model: string | null;
};

export type AcpEvent =
  /** `conversation`: null where the agent can't go on with one. */
  | {
      readonly type: "started";
      readonly agent: string;
      readonly conversation: string | null;
      readonly resumed: boolean;
    }
  /** A piece of a message; one follows another until anything but a thought comes between, or `message` changes. */
  | { readonly type: "said"; readonly message: string | null; readonly text: string }
  | { readonly type: "thought"; readonly text: string }
  /** `over`: it is not under way any more. `kind`, `path` and `changed` (in lines) are what this word of it told, which may be nothing. */
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
  /** `chose`: the kind of the option that was taken; null: none could be. */
  | { readonly type: "permission"; readonly title: string; readonly chose: string | null }
  /** In US dollars, of the whole conversation. */
  | { readonly type: "cost"; readonly usd: number }
  /** What belongs to another conversation than the job's, and counts for nothing. */
  | { readonly type: "foreign"; readonly conversation: string }
  /** What it complained of on standard error, where that is a trouble of a known kind: it goes on trying. */
  | { readonly type: "trouble"; readonly kind: string }
  | { readonly type: "ended"; readonly reason: string }
  /** `code`: of the protocol's errors, or an HTTP status. Where the turn was cancelled there is none. */
  | { readonly type: "fault"; readonly code: number | null; readonly text: string };
