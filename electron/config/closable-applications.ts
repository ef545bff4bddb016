import * as z from 'zod/mini'

const image = z.string().check(z.maxLength(100), z.regex(/^[A-Za-z0-9_][\w .-]*\.exe$/i))
const configuration = z.object({ closableApplications: z.optional(z.array(image).check(z.maxLength(50))) })

/**
 * The applications that a person may have closed: the list `closableApplications` in the configuration file,
 * with the programs' names in Windows; none without a file or list.
 *
 * @param configFile text of the configuration file, or null
 * @throws where there is something else than a list
 */
export function findClosableApplications(configFile: string | null): readonly string[] {
  if (configFile === null) return []
  return z.parse(configuration, JSON.parse(configFile)).closableApplications ?? []
}
