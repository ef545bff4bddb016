import * as z from 'zod/mini'

/** What the OS hotfix check finds (spec 1 §3). */
export const osHotfixes = z.object({
  installed: z.array(
    z.object({
      /** As Windows names it: 'KB5034441'. */
      id: z.string(),
      /** The day, as YYYY-MM-DD; null where Windows doesn't tell. */
      installedOn: z.nullable(z.iso.date()),
    }),
  ),
})
export type OSHotfixes = z.output<typeof osHotfixes>

/** What the VPN/proxy check finds (spec 1 §3). */
export const vpnProxyUse = z.object({
  /** Address of the proxy or of its script; null for none. */
  proxy: z.nullable(z.string()),
  /** Names of the connected VPNs. */
  vpn: z.array(z.string()),
  /** Proxies and VPN connections that the company allows, by address and name. */
  allowed: z.array(z.string()),
})
export type VpnProxyUse = z.output<typeof vpnProxyUse>
