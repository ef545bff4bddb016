import { vi } from 'vitest'

/** Makes the window as wide as that for everything that asks. Taken back by `vi.restoreAllMocks`. */
export function windowIs(width: number): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const max = /max-width: (\d+)px/.exec(query)?.[1]
    const min = /min-width: (\d+)px/.exec(query)?.[1]
    const matches = (max !== undefined && width <= Number(max)) || (min !== undefined && width >= Number(min))
    return {
      matches,
      media: query,
      addEventListener() {},
      removeEventListener() {},
    } as unknown as MediaQueryList
  })
}
