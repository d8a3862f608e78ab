// Token patterns of secretlint's rules (MIT), made by `npm run generate` (decision 0020): don't edit.
import type { IssuedToken } from "./tokens.ts";

export const tokenTable: readonly IssuedToken[] = [
  ["cfk_ cfut_ cfat_", "[A-Za-z0-9]{40}[0-9a-f]{8}"],
  ["dapi", "[A-Fa-f0-9]{32}(?:-[0-9])?"],
  ["dckr_pat_", "[a-zA-Z0-9_-]{27}"],
  ["figd_", "[A-Za-z0-9_-]{40,200}"],
  ["ghp_ gho_ ghu_ ghs_ ghr_", "[A-Za-z0-9_]{36}"],
  ["github_pat_", "[A-Za-z0-9_]{82}"],
  ["glc_", "[A-Za-z0-9+/]{32,400}={0,2}"],
  ["glpat-", "[A-Za-z0-9_-]{20,128}"],
  ["glsa_", "[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"],
  ["gsk_", "[a-zA-Z0-9]{52}"],
  ["hf_", "[a-zA-Z]{34}"],
  ["hvb.", "[A-Za-z0-9_-]{138,300}"],
  ["hvr.", "[A-Za-z0-9_-]{90,120}"],
  ["hvs.", "[A-Za-z0-9_-]{90,120}"],
  ["lin_api_", "[a-zA-Z0-9_]{32,128}"],
  ["npm_", "[A-Za-z0-9_]{36}"],
  ["ntn_", "[0-9]{11}[A-Za-z0-9]{35}"],
  ["ops_", "(ey[A-Za-z0-9+/=]{100,1280}fQ={0,2})"],
  ["shppa_ shpca_ shpat_ shpss_", "[a-zA-Z0-9]{32,64}"],
  ["sk-ant-api0", "\\d-[A-Za-z0-9_-]{90,128}AA"],
  ["sk_live_ sk_test_ rk_live_ rk_test_", "[a-zA-Z0-9]{24,99}"],
  ["tskey-", "(?:[a-z]{2,20})-[0-9A-Za-z_]{8,40}-[0-9A-Za-z_]{16,60}"],
  ["vcp_ vci_ vca_ vcr_ vck_", "[A-Za-z0-9]{20,60}"],
];
