/** What a page can tell of the machine that it runs on, without the desktop client. */
export interface Machine {
  /** The screen in pixels; null on a phone or tablet, which isn't measured against a computer's. */
  screen(): { readonly width: number; readonly height: number } | null
  /** Whether it runs on its battery; false where the browser doesn't tell. */
  onBattery(): Promise<boolean>
}

type BatteryNavigator = Navigator & { getBattery?: () => Promise<{ readonly charging: boolean }> }

/**
 * The screen counts in real pixels as well as in those of its scaling, whichever are more: a sharp
 * screen with large letters isn't a small one, and neither is one whose page is zoomed out.
 */
export function createMachine(page: Window): Machine {
  return {
    screen() {
      if (page.matchMedia('(pointer: coarse)').matches) return null
      const scale = Math.max(1, page.devicePixelRatio)
      return { width: page.screen.width * scale, height: page.screen.height * scale }
    },
    async onBattery() {
      try {
        const battery = await (page.navigator as BatteryNavigator).getBattery?.()
        return battery?.charging === false
      } catch {
        return false
      }
    },
  }
}
