import type { Rolldown } from 'vite'

type Splitting = Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>

const KIT = /[\\/](node_modules|shared|renderer[\\/]ui|renderer[\\/]shell[\\/]overlays)[\\/]/
const SEARCHING =
  /[\\/](@mantine[\\/]core[\\/].*[\\/]Combobox|renderer[\\/]ui[\\/](RemoteSelect|PersonSelect))\b/
const SANITISER = /[\\/](node_modules[\\/]dompurify|renderer[\\/]ui[\\/]safe-html)[\\/]/

/**
 * Which modules come in one file. Left to itself the build makes a file for each set of users, some
 * 60 for the shell, many of them one icon: each costs a browser more than it holds.
 *
 * - `first`: what comes with the page; it decides what else is fetched.
 * - `start`: the application around its screens, with the sign-in screen.
 * - `kit`: what the shell has in common with other files, some of which nobody needs to sign in for.
 * - `shell`: the rest of what is loaded once somebody is signed in.
 * - `searching`, `sanitiser`: what several screens have in common and the shell hasn't.
 */
export const CHUNK_GROUPS: NonNullable<Splitting['groups']> = [
  { name: 'first', tags: ['$initial'], priority: 4 },
  { name: 'start', test: /[\\/]renderer[\\/]app[\\/]start\.tsx$/, priority: 3 },
  {
    name: 'kit',
    test: (id) => KIT.test(id) && !SEARCHING.test(id) && !SANITISER.test(id),
    minShareCount: 2,
    priority: 2,
  },
  { name: 'shell', test: /[\\/]renderer[\\/]app[\\/]SignedIn\.tsx$/, priority: 1 },
  { name: 'searching', test: SEARCHING, priority: 0 },
  { name: 'sanitiser', test: SANITISER, priority: 0 },
]
