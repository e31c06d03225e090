import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { oneFunction } from './extension/one-function.ts';
import { unclobberedIvya } from './extension/unclobbered-ivya.ts';
import { findChromium } from './scripts/chromium.mjs';

const chromium = findChromium();

export default defineConfig({
  test: {
    reporters: ['default', './scripts/count-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{shared,manifests,installers,doctor,client,cli,host,extension}/src/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: ['**/*.browser.test.ts'],
          typecheck: {
            enabled: true,
            include: ['shared/src/**/*.test-d.ts'],
            tsconfig: 'shared/tsconfig.json',
          },
        },
      },
      {
        // Content code is about layout: it is tested in a real page, never in an imitation of one.
        plugins: [oneFunction(), unclobberedIvya()],
        // Vite would bundle it beforehand, without the plugin.
        optimizeDeps: { exclude: ['ivya'] },
        test: {
          name: 'content',
          include: ['extension/src/**/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(chromium ? { executablePath: chromium } : {}),
                args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{client,cli,host,installers}/integration/**/*.test.ts', 'fuzz/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/*.test.ts', 'e2e/chaos/*.test.ts', 'e2e/packages/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each file has a world of its own, and mostly waits: for processes to start, for pages to settle.
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // A browser and real key presses. Each file has a screen of its own, where one window has the keyboard.
        test: {
          name: 'headed',
          include: ['e2e/headed/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
