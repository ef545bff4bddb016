import type { Desktop } from '../../services/desktop/desktop.ts'
import { createHubLink, type HubLink } from '../../services/hubs/hub-link.ts'
import { type Battery, type BatteryNavigator, createBattery } from '../../services/machine/battery.ts'
import { createNetworkStatus, type NetworkStatus } from '../../services/machine/network-status.ts'
import type { AppStorage } from '../../services/storage/storage.ts'
import type { Timers } from '../../ui/timers.ts'
import { createSideBar, type SideBarStore } from './side-bar-store.ts'

/** What the side bar and its status buttons show (spec 1 §2.6). */
export interface NavigationServices {
  readonly sideBar: SideBarStore
  readonly network: NetworkStatus
  readonly battery: Battery
  /** The main hub's connection; whoever opens that hub lets this follow it. */
  readonly hubLink: HubLink
}

/** @param page the window whose network and battery they are */
export function createNavigationServices(
  { storage, ...host }: { readonly storage: AppStorage; readonly desktop: Desktop; readonly timers: Timers },
  page: Window,
): NavigationServices {
  return {
    sideBar: createSideBar(storage),
    network: createNetworkStatus(page),
    battery: createBattery(page.navigator as BatteryNavigator, host),
    hubLink: createHubLink(),
  }
}
