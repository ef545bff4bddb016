import * as z from 'zod/mini'
import { isOneLine } from '../domain/one-line.ts'

/** One line of text for another program's input: a line break in it would begin another line there. */
export const oneLine = (most: number) => z.string().check(z.maxLength(most), z.refine(isOneLine))

const userName = oneLine(256).check(z.minLength(1))

/**
 * What a person signs in to a tool with. It goes from the server through the page to the host, and from there
 * by standard input, environment or the system's credential store: never as an argument, never into a log or
 * a file.
 */
export const toolCredentials = z.object({ userName, password: oneLine(256) })
export type ToolCredentials = z.output<typeof toolCredentials>
