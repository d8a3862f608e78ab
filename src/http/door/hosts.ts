// Host names of this server: loopback and configured ones.
import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";

const loopback = ["127.0.0.1", "localhost", "::1"];

export const isLoopback = (host: string): boolean =>
  loopback.includes(host.toLowerCase()) || /^127\.\d+\.\d+\.\d+$/.test(host);
const isEvery = (host: string): boolean => host === "0.0.0.0" || host === "::";

/** A name or an address, without a port. */
export const isHost = (host: string): boolean =>
  isIP(host) !== 0 || /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(host);

/** The names of a server that listens at `host`, which resolves to `address`. */
export const hostsOf = (host: string, address: string): readonly string[] => {
  if (isEvery(host)) {
    const own = Object.values(networkInterfaces()).flatMap((entries) =>
      (entries ?? []).map(({ address }) => address),
    );
    return [...loopback, hostname(), ...own.filter((one) => !one.includes("%"))];
  }
  return isLoopback(host) ? [...loopback, host] : [host, address];
};

/** In URL form, without a port. */
export const inAddress = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** The host name in the printed address. */
export const shownHost = (host: string): string => inAddress(isEvery(host) ? hostname() : host);
