import os from 'node:os'
import path from 'node:path'
import type { Scheduler } from '../services/scheduler.ts'
import {
  createCommandEnder,
  createCommandRunner,
  type EndCommand,
  type RunCommand,
} from './command-runner.ts'
import { createProgramFollower, type FollowProgram } from './program-follower.ts'
import { createProgramLauncher, type LaunchProgram } from './program-launcher.ts'
import { askWindows, type HelperProcess } from './windows/ask-windows.ts'
import { NO_WINDOWS } from './windows/no-windows.ts'
import { standInWindows } from './windows/stand-in-windows.ts'
import type { WindowsInterface } from './windows/windows-calls.ts'

/** The operating system as services see it: its name and its programs. */
export interface HostSystem {
  /** As `process.platform` names it. */
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly run: RunCommand
  readonly end: EndCommand
  readonly launch: LaunchProgram
  readonly follow: FollowProgram
  /** Windows' own functions; missing, each of them, on other systems. */
  readonly windows: WindowsInterface
  /** Folder for short-lived files. */
  readonly temporaryFolder: string
}

interface HostSystemSources {
  readonly platform: string
  readonly env: NodeJS.ProcessEnv
  readonly scheduler: Scheduler
  /** A packaged client doesn't use stand-in programs. */
  readonly packaged: boolean
  /** Starts the process that calls Windows; only on Windows. */
  readonly startWindowsHelper?: () => HelperProcess
}

/**
 * This system. Outside of a package FIELDWORK_STANDIN_PROGRAMS may name a folder. Then the client behaves as
 * on Windows, and takes every program (its name without '.exe') from that folder, and what
 * Windows' functions answer, so that the code for Windows runs against recorded outputs.
 */
export function hostSystem(sources: HostSystemSources): HostSystem {
  const { platform, env, scheduler, packaged, startWindowsHelper: start } = sources
  const standIns = packaged ? undefined : env.FIELDWORK_STANDIN_PROGRAMS || undefined
  const windows =
    standIns === undefined && platform === 'win32' && start ? askWindows({ start, scheduler }) : NO_WINDOWS
  const endTree =
    windows === NO_WINDOWS
      ? undefined
      : (id: number) =>
          windows.ask('endTree', { id }).then(
            () => {},
            () => {},
          )
  const parts = { scheduler, env, endTree }
  const [run, end, launch, follow] = [
    createCommandRunner(parts),
    createCommandEnder(parts),
    createProgramLauncher(env, endTree),
    createProgramFollower(parts),
  ]
  const temporaryFolder = os.tmpdir()
  if (standIns === undefined) {
    return { platform, env, run, end, launch, follow, windows, temporaryFolder }
  }
  const at = (program: string) => path.join(standIns, path.win32.basename(program, '.exe'))
  return {
    platform: 'win32',
    env,
    run: (program, ...rest) => run(at(program), ...rest),
    end: (program, ...rest) => end(at(program), ...rest),
    launch: (program, ...rest) => launch(at(program), ...rest),
    follow: (program, ...rest) => follow(at(program), ...rest),
    windows: standInWindows(standIns),
    temporaryFolder,
  }
}
