// Check whether a request accepts gzip.

export const takesGzip = ({ headers }: Request): boolean =>
  /(?:^|,)\s*gzip\s*(?:,|$)/iu.test(headers.get("accept-encoding") ?? "");
