import path from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** The full path of a Windows program, so that no other one of that name is started. */
export function windowsProgram(env: Environment, ...parts: string[]): string {
  return path.win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', ...parts)
}

export function powerShell(env: Environment): string {
  return windowsProgram(env, 'WindowsPowerShell', 'v1.0', 'powershell.exe')
}

/** Arguments for a script that prints JSON, in UTF-8 since the console's code page would spoil names. */
export function powerShellArguments(script: string): string[] {
  const whole = `$ErrorActionPreference='Stop';[Console]::OutputEncoding=[Text.Encoding]::UTF8;${script}`
  return ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', whole]
}

/**
 * The output of `ConvertTo-Json`, always as a list: it prints a single thing without brackets, and nothing
 * for none. Throws where it is no JSON.
 */
export function parseJsonList(output: string): unknown[] {
  const text = output.replace(/^\uFEFF/, '').trim()
  if (text === '') return []
  const value: unknown = JSON.parse(text)
  return Array.isArray(value) ? value : [value]
}
