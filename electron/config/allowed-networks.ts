import * as z from 'zod/mini'

const configuration = z.object({ allowedNetworks: z.optional(z.array(z.string())) })

/**
 * The proxies (by address) and VPN connections (by name) that are the company's own: the list
 * `allowedNetworks` in the configuration file. None where there is no file or no list (spec 1 §9:
 * allow VPN false). Throws where there is something else, so that a slip isn't taken for "none".
 *
 * @param configFile text of the configuration file, or null
 */
export function findAllowedNetworks(configFile: string | null): readonly string[] {
  if (configFile === null) return []
  return z.parse(configuration, JSON.parse(configFile)).allowedNetworks ?? []
}
