import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { vaultPlaces } from '#shared/contract/vault.ts'
import type { LiveServices } from '../../services/live.tsx'
import type { SecretClipboard } from '../../services/page/secret-clipboard.ts'
import type { Services } from '../../services/services.ts'
import { type CompanyKey, createCompanyKey } from './company-store.ts'
import type { HoldKeys, StretchPassphrase } from './crypto/identity.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { createKeyring, type Keyring } from './keyring.ts'
import { createPlaceVault, type PlaceName, type PlaceVault } from './place-store.ts'

export type SharedPlace = ResponseOf<typeof vaultPlaces>[number]

/** All vaults of a person in this window: one set of keys, and a store for each place that was looked at. */
export interface Vaults {
  readonly keyring: Keyring
  /** Projects and tasks of the person that have entries; null until they are read. */
  readonly places: StoreApi<readonly SharedPlace[] | null>
  at(place: PlaceName): PlaceVault
  readonly company: CompanyKey
  /** What was being written when it was locked. */
  readonly drafts: Drafts
  /**
   * Follows the hub, the host and what the person does for as long as they are signed in, or until the returned
   * function is called. @param onEnd called at the end
   */
  watch(page: Window, onEnd: () => void): () => void
}

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel'] as const
const nameOf = ({ source, sourceID }: PlaceName) => `${source} ${sourceID}`

interface VaultsParts {
  readonly services: Services
  readonly live: Pick<LiveServices, 'vaultNews' | 'taskNews'>
  readonly userID: number
  readonly stretch: StretchPassphrase
  readonly hold: HoldKeys
  readonly clipboard: SecretClipboard
}

export function createVaults({ services, live, userID, stretch, hold, clipboard }: VaultsParts): Vaults {
  const { api, session, desktop } = services
  const keyring = createKeyring({ ...services, userID, stretch, hold, clipboard })
  const places: StoreApi<readonly SharedPlace[] | null> = createStore<readonly SharedPlace[] | null>(
    () => null,
  )
  const made = new Map<string, PlaceVault>()
  const isOpen = () => keyring.store.getState().phase === 'open'

  const at = (place: PlaceName): PlaceVault => {
    const known = made.get(nameOf(place))
    if (known) return known
    const vault = createPlaceVault({ ...services, keyring, place })
    made.set(nameOf(place), vault)
    if (isOpen()) void vault.read()
    return vault
  }

  /** Reads where the person has entries, and writes anew what waits for a reader. */
  async function attend(): Promise<void> {
    if (!isOpen()) return
    try {
      const found = await api.call(vaultPlaces, undefined, { quiet: true })
      if (!isOpen()) return
      places.setState(found, true)
      for (const place of found) if (place.isToRekey && !made.has(nameOf(place))) at(place)
    } catch {
      // What is open says that the connection is gone; this is asked again with the next change.
    }
  }
  async function refresh(): Promise<void> {
    await Promise.all([...made.values()].map((vault) => vault.read()))
    await attend()
  }
  const lock = () => {
    keyring.lock()
    for (const vault of made.values()) vault.clear()
    made.clear()
    places.setState(null, true)
  }

  return {
    keyring,
    company: createCompanyKey({ api, keyring, stretch }),
    places,
    at,
    drafts: createDrafts(),
    watch(page, onEnd) {
      const { touch } = keyring
      const end = () => {
        for (const sign of SIGNS_OF_LIFE) page.removeEventListener(sign, touch)
        page.removeEventListener('pagehide', lock)
        for (const off of offs.splice(0)) off()
        lock()
        onEnd()
      }
      for (const sign of SIGNS_OF_LIFE) page.addEventListener(sign, touch, { passive: true })
      page.addEventListener('pagehide', lock)
      const offs = [
        keyring.store.subscribe(({ phase }, before) => {
          if (phase === before.phase) return
          if (phase === 'open') void refresh()
          else if (before.phase === 'open') lock()
        }),
        desktop.on('idleWatch', ({ idle }) => {
          if (idle) lock()
        }),
        desktop.on('machineAway', lock),
        session.store.subscribe(({ user }) => {
          if (user?.id !== userID) end()
        }),
        live.vaultNews.onChange((news) => {
          const vault = news && made.get(nameOf(news))
          if (news === null) void refresh()
          else void Promise.all([vault?.read(), attend()])
        }),
        live.taskNews.onChange((news) => {
          // Whose task it is may be another's now.
          const vault = news && made.get(nameOf({ source: 'TASK', sourceID: news.taskID }))
          if (vault) void vault.read()
          else if (
            news &&
            places.getState()?.some((one) => one.source === 'TASK' && one.sourceID === news.taskID)
          )
            void attend()
        }),
      ]
      void keyring.load()
      return end
    },
  }
}
