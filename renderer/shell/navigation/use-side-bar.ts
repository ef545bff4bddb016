import { useStore } from 'zustand'
import { useShell } from '../shell-context.tsx'
import type { SideBarState, SideBarStore } from './side-bar-store.ts'

/** The side bar's actions. */
export function useSideBar(): SideBarStore {
  return useShell().sideBar
}

/** A part of its state; the component renders again when that part changes. */
export function useSideBarState<T>(select: (state: SideBarState) => T): T {
  return useStore(useSideBar().store, select)
}
