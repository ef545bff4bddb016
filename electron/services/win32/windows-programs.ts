import path from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** A program of Windows by its full path, so that no other of that name is started. */
export function windowsProgram(env: Environment, ...parts: string[]): string {
  return path.win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', ...parts)
}

export function powerShell(env: Environment): string {
  return windowsProgram(env, 'WindowsPowerShell', 'v1.0', 'powershell.exe')
}

/** Arguments for a script that prints JSON. The console's own code page would spoil names beyond ASCII. */
export function powerShellArguments(script: string): string[] {
  const whole = `$ErrorActionPreference='Stop';[Console]::OutputEncoding=[Text.Encoding]::UTF8;${script}`
  return ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', whole]
}

/**
 * What `ConvertTo-Json` printed, always as a list: one thing comes without brackets, and nothing at
 * all as nothing. Throws where it is no JSON.
 */
export function parseJsonList(output: string): unknown[] {
  const text = output.replace(/^\uFEFF/, '').trim()
  if (text === '') return []
  const value: unknown = JSON.parse(text)
  return Array.isArray(value) ? value : [value]
}
