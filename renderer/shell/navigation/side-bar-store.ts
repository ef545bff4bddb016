import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppStorage } from '../../services/storage/storage.ts'

export interface SideBarState {
  /** Icons only; of no meaning on a phone. */
  readonly collapsed: boolean
  /** On a phone: whether it covers the screen. */
  readonly mobileOpen: boolean
  /** Whether it has been open on a phone already: it expands by itself only once. */
  readonly hasExpanded: boolean
  /** The innermost group that stands open, by id; its module is then open too, and nothing else. */
  readonly branch: string | null
}

/** The side bar's state. The top bar's burger opens it on a phone with `openMobile`. */
export interface SideBarStore {
  readonly store: StoreApi<SideBarState>
  /** Open or icons only; the choice is kept. */
  toggleCollapsed(): void
  openMobile(): void
  /** As `openMobile`, where it hasn't been open yet. */
  autoExpand(): void
  closeMobile(): void
  /** Opens a module or group, and with that closes every other branch; an open one is closed. */
  toggleBranch(id: string): void
  /**
   * Opens what a page stands in, once one has come to it. A page may be long in coming: who has opened
   * or closed a branch on the way to `path` keeps that.
   */
  reveal(pageID: string, path: string): void
}

/** The module that stands open at first: it has the chat. */
const FIRST_BRANCH = 'connect'

const parentOf = (id: string): string | null => (id.includes('.') ? id.slice(0, id.lastIndexOf('.')) : null)

/** Whether that module or group stands open. */
export function isBranchOpen(branch: string | null, id: string): boolean {
  return branch === id || (branch?.startsWith(`${id}.`) ?? false)
}

/** @param address where the browser stands, which is ahead of the page that shows while one comes */
export function createSideBar(
  storage: AppStorage,
  address: () => string = () => window.location.pathname,
): SideBarStore {
  /** Where the person was going when they last chose a branch. */
  let chosenOnWayTo: string | null = null
  const store = createStore<SideBarState>(() => ({
    collapsed: storage.get('sideBar') === 'collapsed',
    mobileOpen: false,
    hasExpanded: false,
    branch: FIRST_BRANCH,
  }))
  return {
    store,
    toggleCollapsed() {
      const collapsed = !store.getState().collapsed
      storage.set('sideBar', collapsed ? 'collapsed' : 'open')
      store.setState({ collapsed })
    },
    openMobile: () => store.setState({ mobileOpen: true, hasExpanded: true }),
    autoExpand: () =>
      store.setState((state) => ({ mobileOpen: state.mobileOpen || !state.hasExpanded, hasExpanded: true })),
    closeMobile: () => store.setState({ mobileOpen: false }),
    toggleBranch(id) {
      chosenOnWayTo = address()
      store.setState(({ branch }) => ({ branch: isBranchOpen(branch, id) ? parentOf(id) : id }))
    },
    reveal(pageID, path) {
      const isChosen = chosenOnWayTo === path
      chosenOnWayTo = null
      if (!isChosen) store.setState({ branch: parentOf(pageID) })
    },
  }
}
