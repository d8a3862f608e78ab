// Why: a page that is left open must say whether what it shows still happens, and what to do where it doesn't.
import { useConnection } from "./api/live.ts";
import { Since } from "./style/since.tsx";

export const ConnectionNote = () => {
  const { is, since } = useConnection();
  const at = new Date(since).toISOString();
  if (is === "joining") return <span className="connection dim">connecting …</span>;
  if (is === "live")
    return (
      <span className="connection live">
        <span aria-hidden="true">●</span> live
      </span>
    );
  return (
    <div className="connection lost" role="status">
      <strong>
        <span aria-hidden="true">▲</span> {is === "locked" ? "the server was started anew" : "no connection"}
      </strong>{" "}
      {is === "locked" ? (
        <>
          Open the address that <code>cairn serve</code> printed last; this page goes on by itself then.
        </>
      ) : (
        <>
          for <Since at={at} />: what is shown may be old. Is <code>cairn serve</code> still running? The page goes on by itself.
        </>
      )}
    </div>
  );
};
