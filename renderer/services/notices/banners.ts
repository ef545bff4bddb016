import { createStore, type StoreApi } from 'zustand/vanilla'

/** The kinds of banner, the most pressing first (spec 1 §2.8). */
export const BANNER_KINDS = [
  'defcon',
  'excessive-system-issues',
  'help',
  'location',
  'system-issues',
  'appointments-at-risk',
  'missed-calls',
  'broadcast',
] as const
export type BannerKind = (typeof BANNER_KINDS)[number]

/** What a banner says; there is one of each kind. */
export interface Banner {
  readonly kind: BannerKind
  readonly text: string
  /** More of the same, which a list shows: the broadcasts beside the first. */
  readonly items?: readonly string[]
}

interface Shown extends Banner {
  readonly dismissed: boolean
}

/** The one queue of banners. Views show the first that stands, and the rest on demand. */
export interface Banners {
  readonly store: StoreApi<readonly Shown[]>
  /** Puts what there is of this kind in the place of what there was. The same again stays dismissed. */
  put(kind: BannerKind, banner: Omit<Banner, 'kind'> | null): void
  dismiss(kind: BannerKind): void
  /** Shows one that was dismissed again. */
  remind(kind: BannerKind): void
  reset(): void
}

const order = (kind: BannerKind) => BANNER_KINDS.indexOf(kind)

export function createBanners(): Banners {
  const store = createStore<readonly Shown[]>(() => [])
  const setDismissed = (kind: BannerKind, dismissed: boolean) => {
    const all = store.getState()
    if (!all.some((banner) => banner.kind === kind && banner.dismissed !== dismissed)) return
    store.setState(
      all.map((banner) => (banner.kind === kind ? { ...banner, dismissed } : banner)),
      true,
    )
  }
  return {
    store,
    put(kind, banner) {
      const all = store.getState()
      const before = all.find((other) => other.kind === kind)
      if (!banner) {
        if (before)
          store.setState(
            all.filter((other) => other !== before),
            true,
          )
        return
      }
      if (before && sameWords(before, banner)) return
      const next = [...all.filter((other) => other !== before), { ...banner, kind, dismissed: false }]
      store.setState(
        next.sort((a, b) => order(a.kind) - order(b.kind)),
        true,
      )
    },
    dismiss: (kind) => setDismissed(kind, true),
    remind: (kind) => setDismissed(kind, false),
    reset: () => store.setState([], true),
  }
}

function sameWords(a: Omit<Banner, 'kind'>, b: Omit<Banner, 'kind'>): boolean {
  const [before, now] = [a.items ?? [], b.items ?? []]
  return (
    a.text === b.text && before.length === now.length && before.every((item, place) => item === now[place])
  )
}
