import * as z from 'zod/mini'

const configuration = z.object({ allowedNetworks: z.optional(z.array(z.string())) })

/**
 * The proxies (by address) and VPN connections (by name) that the company allows: the list `allowedNetworks`
 * in the configuration file; none without a file or list (spec 1 §9: allow VPN false).
 *
 * @param configFile text of the configuration file, or null
 * @throws where there is something else than a list, so that a slip isn't taken for "none"
 */
export function findAllowedNetworks(configFile: string | null): readonly string[] {
  if (configFile === null) return []
  return z.parse(configuration, JSON.parse(configFile)).allowedNetworks ?? []
}
