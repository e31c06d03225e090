import type { PackagePage } from './package-pages.ts';

const REACT = `import { useState } from 'react';
import { createRoot } from 'react-dom/client';
const show = (App) => createRoot(document.querySelector('#app')).render(<App />);`;
const TOWNS = `const towns = ['Aachen', 'Berlin', 'Bern', 'Cork', 'Dublin'];`;

/** Each page has a combobox of towns with the id `town`, and tells which one is chosen. */
export const COMBOBOXES: Record<string, PackagePage> = {
  '/mui-autocomplete': {
    script: `${REACT}${TOWNS}
      import Autocomplete from '@mui/material/Autocomplete';
      import TextField from '@mui/material/TextField';
      show(() => <Autocomplete id="town" options={towns} onChange={(_, town) => tell({ town })} renderInput={(props) => <TextField {...props} label="Town" />} />);`,
  },
  '/downshift': {
    script: `${REACT}${TOWNS}
      import { useCombobox } from 'downshift';
      function App() {
        const [items, set] = useState(towns);
        const box = useCombobox({
          items, inputId: 'town',
          onInputValueChange: ({ inputValue }) => set(towns.filter((town) => town.toLowerCase().startsWith(inputValue.toLowerCase()))),
          onSelectedItemChange: ({ selectedItem }) => tell({ town: selectedItem }),
        });
        return <><label {...box.getLabelProps()}>Town</label><input {...box.getInputProps()} />
          <ul {...box.getMenuProps()}>{box.isOpen && items.map((town, index) => <li key={town} {...box.getItemProps({ item: town, index })}>{town}</li>)}</ul></>;
      }
      show(App);`,
  },
  '/headless-ui': {
    script: `${REACT}${TOWNS}
      import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
      function App() {
        const [town, set] = useState('');
        const [query, ask] = useState('');
        const found = towns.filter((each) => each.toLowerCase().startsWith(query.toLowerCase()));
        return <Combobox value={town} onChange={(next) => { set(next); tell({ town: next }) }}>
          <ComboboxInput id="town" aria-label="Town" onChange={(event) => ask(event.target.value)} />
          <ComboboxOptions>{found.map((each) => <ComboboxOption key={each} value={each}>{each}</ComboboxOption>)}</ComboboxOptions>
        </Combobox>;
      }
      show(App);`,
  },
};

/** Menus, dialogs, boxes for a code, tags and other widgets that people use by keys. */
export const WIDGETS: Record<string, PackagePage> = {
  '/radix-menu': {
    script: `${REACT}
      import * as Menu from '@radix-ui/react-dropdown-menu';
      show(() => <Menu.Root onOpenChange={(open) => tell({ open })}>
        <Menu.Trigger id="trigger">Actions</Menu.Trigger>
        <Menu.Portal><Menu.Content>
          {['Copy', 'Move', 'Delete'].map((name) => <Menu.Item key={name} onSelect={() => tell({ chosen: name })}>{name}</Menu.Item>)}
        </Menu.Content></Menu.Portal>
      </Menu.Root>);`,
  },
  '/radix-dialog': {
    script: `${REACT}
      import * as Dialog from '@radix-ui/react-dialog';
      show(() => <Dialog.Root onOpenChange={(open) => tell({ open })}>
        <Dialog.Trigger id="trigger">Settings</Dialog.Trigger>
        <Dialog.Portal><Dialog.Overlay /><Dialog.Content aria-describedby={undefined}>
          <Dialog.Title>Settings</Dialog.Title><input id="name" aria-label="Name" /><Dialog.Close>Done</Dialog.Close>
        </Dialog.Content></Dialog.Portal>
      </Dialog.Root>);`,
  },
  '/headless-listbox': {
    script: `${REACT}
      import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react';
      function App() {
        const [size, set] = useState('Small');
        return <Listbox value={size} onChange={(next) => { set(next); tell({ size: next }) }}>
          <ListboxButton id="trigger">{size}</ListboxButton>
          <ListboxOptions>{['Small', 'Medium', 'Large'].map((each) => <ListboxOption key={each} value={each}>{each}</ListboxOption>)}</ListboxOptions>
        </Listbox>;
      }
      show(App);`,
  },
  '/input-otp': {
    script: `${REACT}
      import { OTPInput } from 'input-otp';
      show(() => <OTPInput id="code" maxLength={6} onChange={(code) => tell({ code })} onComplete={(done) => tell({ done })}
        render={({ slots }) => <div style={{ display: 'flex' }}>{slots.map(({ char }, at) => <b key={at} style={{ width: 30, height: 30 }}>{char}</b>)}</div>} />);`,
  },
  '/tagify': {
    body: '<input id="tags" aria-label="Tags" value="red">',
    styles: ['@yaireo/tagify/dist/tagify.css'],
    script: `import Tagify from '@yaireo/tagify';
      const tagify = new Tagify(document.querySelector('#tags'));
      tagify.on('change', () => tell({ tags: tagify.value.map(({ value }) => value) }));`,
  },
  '/mui-tags': {
    script: `${REACT}
      import Autocomplete from '@mui/material/Autocomplete';
      import TextField from '@mui/material/TextField';
      show(() => <Autocomplete id="tags" multiple freeSolo options={[]} defaultValue={['red']} onChange={(_, tags) => tell({ tags })} renderInput={(props) => <TextField {...props} label="Tags" />} />);`,
  },
};

const ROWS = `const rows = [{ name: 'Ann', age: 31, town: 'Bern' }, { name: 'Bob', age: 42, town: 'Cork' }, { name: 'Cyd', age: 53, town: 'Rome' }];`;

/** Each page has a grid of people in `#grid`, and tells its rows. */
export const GRIDS: Record<string, PackagePage> = {
  '/tabulator': {
    body: '<div id="grid"></div>',
    styles: ['tabulator-tables/dist/css/tabulator.css'],
    script: `import { TabulatorFull } from 'tabulator-tables';
      ${ROWS}
      const table = new TabulatorFull('#grid', {
        data: rows,
        columns: ['name', 'age', 'town'].map((field) => ({ title: field, field, editor: 'input', cssClass: field })),
      });
      table.on('tableBuilt', () => tell({ rows: table.getData() }));
      table.on('cellEdited', () => tell({ rows: table.getData() }));`,
  },
  '/tabulator-spreadsheet': {
    body: '<div id="grid"></div>',
    styles: ['tabulator-tables/dist/css/tabulator.css'],
    script: `import { TabulatorFull } from 'tabulator-tables';
      ${ROWS}
      const table = new TabulatorFull('#grid', {
        data: rows, selectableRange: 1, selectableRangeColumns: true, editTriggerEvent: 'dblclick',
        columns: ['name', 'age', 'town'].map((field) => ({ title: field, field, editor: 'input', cssClass: field, headerSort: false })),
      });
      table.on('cellEdited', () => tell({ rows: table.getData() }));`,
  },
  '/ag-grid': {
    body: '<div id="grid" style="width: 600px; height: 300px"></div>',
    script: `import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community';
      ${ROWS}
      ModuleRegistry.registerModules([AllCommunityModule]);
      createGrid(document.querySelector('#grid'), {
        rowData: rows,
        columnDefs: ['name', 'age', 'town'].map((field) => ({ field, editable: true })),
        onCellValueChanged: () => tell({ rows }),
      });`,
  },
  '/handsontable': {
    body: '<div id="grid"></div>',
    styles: ['handsontable/styles/handsontable.css', 'handsontable/styles/ht-theme-main.css'],
    script: `import Handsontable from 'handsontable';
      ${ROWS}
      new Handsontable(document.querySelector('#grid'), {
        data: rows, themeName: 'ht-theme-main', licenseKey: 'non-commercial-and-evaluation', width: 600, height: 300,
        columns: ['name', 'age', 'town'].map((data) => ({ data })),
        afterChange: () => tell({ rows }),
      });`,
  },
};
