import type { Rolldown } from 'vite'

type Splitting = Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>

/**
 * Which modules come in one file. Left to itself the build makes a file for each set of users, some
 * 60 for the shell, many of them one icon: each costs a browser more than it holds.
 *
 * - `first`: what comes with the page; it decides what else is fetched.
 * - `start`: the application around its screens, with the sign-in screen.
 * - `kit`: what the shell has in common with other files, some of which nobody needs to sign in for.
 * - `shell`: the rest of what is loaded once somebody is signed in.
 */
export const CHUNK_GROUPS: NonNullable<Splitting['groups']> = [
  { name: 'first', tags: ['$initial'], priority: 4 },
  { name: 'start', test: /[\\/]renderer[\\/]app[\\/]start\.tsx$/, priority: 3 },
  {
    name: 'kit',
    test: /[\\/](node_modules|shared|renderer[\\/]ui|renderer[\\/]shell[\\/]overlays)[\\/]/,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'shell', test: /[\\/]renderer[\\/]app[\\/]SignedIn\.tsx$/, priority: 1 },
]
