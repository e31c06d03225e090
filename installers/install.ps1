# Registers bproxy's native host with your browsers. Every argument is passed on to `bproxy install`;
# with --uninstall to `bproxy uninstall`.

$minimum = 20
$node = Get-Command node -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
$major = 0
if ($node) {
  $version = & $node.Source --version
  if ($version -match '^v(\d+)\.') { $major = [int]$Matches[1] }
}
if ($major -lt $minimum) {
  [Console]::Error.WriteLine("bproxy needs Node $minimum or later and found none. Install it from https://nodejs.org and run this again.")
  exit 1
}

$cli = @(
  (Join-Path $PSScriptRoot '..\cli\dist\bproxy.cjs'),
  (Join-Path $PSScriptRoot 'bproxy.cjs')
) | Where-Object { Test-Path -LiteralPath $_ -PathType Leaf } | Select-Object -First 1
if (-not $cli) {
  [Console]::Error.WriteLine('bproxy is not built yet: there is no cli\dist\bproxy.cjs. Run "npm start" or "pnpm build" in the repository, then run this again.')
  exit 1
}

$command = if ($args -contains '--uninstall') { 'uninstall' } else { 'install' }
$rest = @($args | Where-Object { $_ -ne '--uninstall' })
& $node.Source $cli $command @rest
exit $LASTEXITCODE
