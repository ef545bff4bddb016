import * as z from 'zod/mini'

/** Control characters would end a line of what a program reads, and begin another. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const ONE_LINE = /^[^\u0000-\u001f\u007f]*$/

/** One line of text for a program of this machine. */
export const oneLine = (most: number) => z.string().check(z.maxLength(most), z.regex(ONE_LINE))

const userName = z.string().check(z.minLength(1), z.maxLength(256), z.regex(ONE_LINE))

/**
 * What a person signs in to a tool with. It goes from the server through the page to the host, and
 * from there by the program's standard input, its environment or the system's credential store:
 * never as an argument, never into a log or a file.
 */
export const toolCredentials = z.object({ userName, password: oneLine(256) })
export type ToolCredentials = z.output<typeof toolCredentials>
