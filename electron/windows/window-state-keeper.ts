import type { Report } from '../services/log.ts'
import type { Cancel, Scheduler } from '../services/scheduler.ts'
import { fitToDisplays, parseWindowState, type Rectangle, type WindowState } from './window-state.ts'

/** A small text that is stored between starts. */
export interface TextFile {
  /** Null where there is none. */
  read(): string | null
  write(text: string): void
}

/** The part of a window whose state is stored. */
export interface KeptWindow {
  /** Position and size when neither maximised nor minimised. */
  getNormalBounds(): Rectangle
  isMaximized(): boolean
  on(event: 'resize' | 'move' | 'maximize' | 'unmaximize' | 'close', listener: () => void): unknown
}

const SAVE_DELAY_MS = 500

/** Stores a window's position and size between starts. It is no error if that fails. */
export class WindowStateKeeper {
  readonly #file: TextFile
  readonly #scheduler: Scheduler
  readonly #report: Report

  constructor(file: TextFile, scheduler: Scheduler, report: Report) {
    this.#file = file
    this.#scheduler = scheduler
    this.#report = report
  }

  /** The state to open with, adjusted to the displays. */
  load(workAreas: readonly Rectangle[]): WindowState {
    let text: string | null = null
    try {
      text = this.#file.read()
    } catch (error) {
      this.#report('could not read the window state', error)
    }
    return fitToDisplays(parseWindowState(text), workAreas)
  }

  /** Saves when the window has rested for half a second, and when it closes. */
  keep(window: KeptWindow): void {
    let cancel: Cancel | null = null
    const later = () => {
      cancel?.()
      cancel = this.#scheduler.after(SAVE_DELAY_MS, () => this.#save(window))
    }
    window.on('resize', later)
    window.on('move', later)
    window.on('maximize', later)
    window.on('unmaximize', later)
    window.on('close', () => {
      cancel?.()
      this.#save(window)
    })
  }

  #save(window: KeptWindow): void {
    const { x, y, width, height } = window.getNormalBounds()
    const state: WindowState = { x, y, width, height, maximised: window.isMaximized() }
    try {
      this.#file.write(JSON.stringify(state))
    } catch (error) {
      this.#report('could not save the window state', error)
    }
  }
}
