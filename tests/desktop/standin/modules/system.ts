import { StrictEmitter, strict } from '../strict.ts'

/** The modules that ask the operating system. Tests set what they answer by patching them through `app.evaluate`. */

/** Its events never come by themselves; a test emits them. */
class PowerMonitor extends StrictEmitter {
  constructor() {
    super('powerMonitor', ['suspend', 'resume', 'lock-screen', 'unlock-screen'])
  }

  getSystemIdleTime(): number {
    return 0
  }

  isOnBatteryPower(): boolean {
    return false
  }
}
export const powerMonitor = new PowerMonitor()

const area = { x: 0, y: 0, width: 1920, height: 1040 }
const display = {
  workAreaSize: { width: area.width, height: area.height },
  id: 1,
  bounds: { ...area, height: 1080 },
  workArea: area,
  scaleFactor: 1,
}

export const screen = strict('screen', {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
})

export const shell = strict('shell', {
  /** There is no system browser here; a test replaces this and looks at what it was given. */
  openExternal: async (url: string) => void process.stderr.write(`[stand-in] shell.openExternal ${url}\n`),
})

/** No process of ours crashes into dumps here; it must be started before the app is ready. */
export const crashReporter = (isReady: () => boolean) =>
  strict('crashReporter', {
    start({ uploadToServer }: { uploadToServer: boolean }): void {
      if (isReady()) throw new Error('crashReporter.start() can only be called before app is ready')
      if (uploadToServer) throw new Error('electron stand-in: crashes leave no machine')
    },
  })

export const dialog = strict('dialog', {
  /** Before the app is ready Electron writes it to standard error on Linux. */
  showErrorBox: (title: string, content: string) => void process.stderr.write(`${title}\n${content}\n`),
  /** Nobody is there to answer: the first button. A test replaces this. */
  showMessageBoxSync: (_window: object, { message }: { message: string }) => {
    process.stderr.write(`[stand-in] dialog: ${message}\n`)
    return 0
  },
})

export const nativeTheme = strict('nativeTheme', { shouldUseDarkColors: false })

interface MenuItem {
  readonly role?: string
  readonly label?: string
  readonly accelerator?: string
  readonly submenu?: readonly MenuItem[]
}

const ROLES = new Set(['appMenu', 'editMenu', 'windowMenu', 'reload'])

/** Menus are kept and not shown: what a person would see and press can't be tested here. */
export class Menu {
  static #application: Menu | null = null
  readonly items: readonly MenuItem[]

  constructor(items: readonly MenuItem[]) {
    this.items = items
  }

  static buildFromTemplate(template: readonly MenuItem[]): Menu {
    for (const { role, submenu } of template) {
      if (role !== undefined && !ROLES.has(role)) throw new Error(`electron stand-in: no menu role '${role}'`)
      if (submenu) Menu.buildFromTemplate(submenu)
    }
    return new Menu(template)
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application
  }
}
