// Session of a browser: 256-bit secret, cookie per port, token in the address.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export type Session = {
  /** For people: part of the printed address, and the bearer token of their programs. */
  readonly token: string;
  /** For agents, over MCP only: it gives no right to decide as a person. */
  readonly agents: string;
  /** The header that admits this browser. */
  readonly cookie: (request: Request) => string;
  readonly isToken: (said: string) => boolean;
  /** By its token or, without one, by its cookie. */
  readonly admits: (request: Request) => boolean;
  readonly admitsAgent: (request: Request) => boolean;
};

/** 256 bits. */
export const newSecret = (): Buffer => randomBytes(32);

/** Derived values reveal neither the secret nor each other. */
const derived = (secret: Buffer, purpose: string): string =>
  createHmac("sha256", secret).update(purpose).digest("base64url");

/** Constant-time comparison by digests of equal length. */
const same = (secret: Buffer, said: string, wanted: string): boolean =>
  timingSafeEqual(
    createHmac("sha256", secret).update(said).digest(),
    createHmac("sha256", secret).update(wanted).digest(),
  );

const bearerOf = ({ headers }: Request): string | null =>
  /^Bearer +([\w.~+/-]+=*)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;

const cookies = ({ headers }: Request, name: string): readonly string[] =>
  (headers.get("cookie") ?? "").split(";").flatMap((part) => {
    const [own = "", ...value] = part.trim().split("=");
    return own === name ? [value.join("=")] : [];
  });

/** Browsers send cookies to all ports of a host, so the name includes the requested port: the server's own, or the near end of a forwarded one. */
const nameFor = ({ headers }: Request): string =>
  `cairn_${/:(\d{1,5})$/.exec(headers.get("host") ?? "")?.[1] ?? 80}`;

export const session = (secret: Buffer): Session => {
  const [token, agents, kept] = [
    derived(secret, "token"),
    derived(secret, "agents"),
    derived(secret, "cookie"),
  ];
  const isToken = (said: string): boolean => same(secret, said, token);
  return {
    token,
    agents,
    cookie: (request) => `${nameFor(request)}=${kept}; HttpOnly; SameSite=Strict; Path=/`,
    isToken,
    admits: (request) => {
      if (request.headers.has("authorization")) return isToken(bearerOf(request) ?? "");
      return cookies(request, nameFor(request)).some((value) => same(secret, value, kept));
    },
    admitsAgent: (request) => same(secret, bearerOf(request) ?? "", agents),
  };
};
