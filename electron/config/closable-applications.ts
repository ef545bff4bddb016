import * as z from 'zod/mini'

const image = z.string().check(z.maxLength(100), z.regex(/^[A-Za-z0-9_][\w .-]*\.exe$/i))
const configuration = z.object({ closableApplications: z.optional(z.array(image).check(z.maxLength(50))) })

/**
 * The applications that a person may have closed for them: the list `closableApplications` in the
 * configuration file, as Windows names their programs. None where there is no file or no list. Throws
 * where there is something else.
 *
 * @param configFile text of the configuration file, or null
 */
export function findClosableApplications(configFile: string | null): readonly string[] {
  if (configFile === null) return []
  return z.parse(configuration, JSON.parse(configFile)).closableApplications ?? []
}
