# `make demo` and `make test` are all that a fresh machine with Swift 6.1 or newer needs.
SHELL := /bin/bash
SWIFT ?= swift
# Pixel code is 90 times slower in a debug build, so tests run optimised; testability stays on.
TEST_FLAGS := -c release -Xswiftc -enable-testing --scratch-path .build-test
# For daily work: a debug build whose files are optimised one by one, so that a change compiles what it touches.
CHECK_FLAGS := -Xswiftc -O -Xcc -O2 --scratch-path .build-check
CHECK_FILTER := RepositoryTests|ConformanceTests|RenderTreeTests|QuartzCoreTests|ReferenceEvaluatorTests|CompositorTests
# A suite, a class or a test: FILTER=QuartzCoreTests.HitTestTests
FILTER ?=
OUT ?= out

.PHONY: release release-test all deps build demo gallery test test-build compat-test lowering-test packages-test check fault-test farm-test hammer tsan asan fuzz soak gpu-check bench conform clean arm-test docs docs-symbols mutate format lint gates

all: build

deps:
	@./Tools/install-packages

build: deps
	$(SWIFT) build -c release

# Runs every example and leaves one contact sheet each in $(OUT)/. Builds what it runs.
# What draws no pixels is compiled without optimisation: that takes a third of the time, and a first picture should be quick.
demo: export AGATE_PROGRAMS = demo
demo: export AGATE_UNOPTIMISED = UIKit,AVFoundation,AgateCommand,AgateInspector,Inspector,AgateRecording,AgateBatch,Gallery,Showcase
demo: build
	@./Tools/run-demo "$(OUT)"

# Every class of layer and every group of properties on one page.
gallery: build
	@mkdir -p "$(OUT)"; $$($(SWIFT) build -c release --show-bin-path)/Gallery "$(OUT)/Gallery.png"; echo "$(OUT)/Gallery.png"

# The documentation of every public module as one static site in $(OUT)/docs; its guides are compiled and run, its pictures drawn. It shares the build of `test`.
docs: deps
	@SWIFT="$(SWIFT)" ./Tools/build-docs "$(OUT)" .build-test -c release -Xswiftc -enable-testing

# The symbols and pages of every public module from the build of `test`, without the site.
docs-symbols: test-build
	@SYMBOLS=1 SWIFT="$(SWIFT)" ./Tools/build-docs "$(OUT)" .build-test -c release -Xswiftc -enable-testing

# Changes one thing at a time in MODULES and asks the tests whether they notice: COUNT mutants in one build.
COUNT ?= 400
MODULES ?= RenderTree,Compositor,QuartzCore
mutate: deps
	./Tools/mutate --count $(COUNT) --modules $(MODULES) --report "$(OUT)/mutants.json"

# The form of the sources: .swift-format, and comments wrapped at 140 columns.
format:
	@./Tools/format
lint:
	@./Tools/format --check

# Plants a fault of each kind in a copy of the tree, and expects the checks to fail.
gates: deps
	@SWIFT="$(SWIFT)" ./Tools/check-gates

# What draws no pixels itself (views, films, the command, the inspector) takes longer to compile than it runs in tests. A release has all of it optimised.
test test-build docs docs-symbols: export AGATE_UNOPTIMISED = UIKit,AVFoundation,AgateBatch,AgateCommand,AgateInspector,Gallery,Showcase,bench,soak

# The build of `test` alone.
test-build: deps
	$(SWIFT) build --build-tests $(TEST_FLAGS)

test: deps
	@./Tools/run-tests $(SWIFT) $(TEST_FLAGS) $(if $(FILTER),--filter '$(FILTER)')

# The tests of the engine, for daily work; or those that FILTER names. Only their targets are built.
check: deps
	@filter='$(or $(FILTER),$(CHECK_FILTER))'; \
	AGATE_TEST_TARGETS=$$(tr '|' '\n' <<<"$$filter" | cut -d. -f1 | sort -u | paste -sd,) ./Tools/run-tests $(SWIFT) $(CHECK_FLAGS) --filter "$$filter"

# Packages for Apple's platforms through agate build, test and run. Apart from `test`, since it builds the toolset and a tool of its own.
# Before them, the public names against Apple's: clients that subclass every class and implement every protocol.
compat-test: lowering-test packages-test

# The rules alone: needs no build of the library.
lowering-test: deps
	@./Tools/test-lowering

packages-test: deps
	@./Tools/test-api
	@./Tools/test-source-compatibility

# Every fault at every step of a recording: encoders that die or hang, signals, full disks, closed pipes. Some need root (small disks of their own).
fault-test: deps
	AGATE_FAULTS=all $(SWIFT) test --disable-swift-testing $(TEST_FLAGS) --filter 'FilmTests.(FaultTable|FilmFault|CommandOutput)Tests|AVFoundationTests.ExportFaultTests'

# One film on Slurm, Ray, a stand-in for Kubernetes and GNU parallel, each losing a node in the middle; what is not installed is left out, and said.
farm-test: build
	@python3 Tools/farm/farm_test.py "$$($(SWIFT) build -c release --show-bin-path)/agate"

# The tests of what crosses threads, under ThreadSanitizer: render threads, tiles, transactions of several threads, commits, recorders, players, helpers with a
# frame. Unoptimised but for pixels, paths and numbers, which are not what is looked at, and as whole modules, which take less than file by file.
# Of most targets only the files that cross threads are compiled. TSAN_TARGETS and TSAN_FILTER may name others: windows and views drive the same threads.
# Mesa's threads would not be seen, so it draws without any (LP_NUM_THREADS). The C loops run against their twins here too, with variables that have no
# value filled with a pattern, so that what is read before it was written shows.
TSAN_TARGETS ?= RasterTests:$(TSAN_RASTER),RenderTreeTests:PictureNotifierTests.swift,CoreGraphicsTests:ContextThreadTests.swift,CompositorTests:DamageTests.swift,QuartzCoreTests:$(TSAN_QUARTZCORE),AgateTests,AVFoundationTests,GLCompositorTests,GLLayerTests
TSAN_RASTER := CellGrid.swift+KernelTests.swift+MaskFillTests.swift+ProcessorsTests.swift+Reference.swift+RowKernelTests.swift+RowTwin.swift
TSAN_QUARTZCORE := LayerLockTests.swift+ManualDriverTests.swift+RendererTests.swift+SharedTreeTests.swift+ThreadTests.swift+TiledLayerThreadTests.swift+TransactionCompletionTests.swift+TransactionSupport.swift+TransactionTests.swift
TSAN_FILTER ?= GLCompositorTests.(ArrivingImage|Presentation)Tests|GLLayerTests|RasterTests|RenderTreeTests|CoreGraphicsTests|CompositorTests.DamageTests/testAnyNumberOfThreads|AVFoundationTests|QuartzCoreTests|AgateTests.(Hammer|LiveRecorder|GPUHost|FramePlanes|HostInput|HostTime|DisplayLink|AnimationOutcome|FrameQueue|LifeCycle|TiledLayer|TiledLayerAwkward|AllTrees)Tests
TSAN_FLAGS := -c release -Xswiftc -enable-testing -Xswiftc -DAGATE_CHECKED -Xcc -ftrivial-auto-var-init=pattern --sanitize=thread --scratch-path .build-tsan
tsan: export AGATE_TEST_TARGETS = $(TSAN_TARGETS)
tsan: export AGATE_UNOPTIMISED = Agate,AVFoundation,AgateDiagnostics,AgateRecording,Compositor,CoreText,FFmpeg,GLCompositor,ImageIO,ObjectiveCRuntime,OpenGLES,QuartzCore,RenderTree
tsan: deps
	$(SWIFT) build $(TSAN_FLAGS) --product agatePackageTests
	LP_NUM_THREADS=0 TSAN_OPTIONS=suppressions=Tools/tsan-suppressions.txt AGATE_TREES=$${AGATE_TREES:-10} $(SWIFT) test $(TSAN_FLAGS) --skip-build --disable-swift-testing \
		--filter '$(TSAN_FILTER)'

# Eight threads over every method of layers, HAMMER_MINUTES in all.
HAMMER_MINUTES ?= 10
hammer: deps
	AGATE_HAMMER_SECONDS=$$(( $(HAMMER_MINUTES) * 10 )) $(SWIFT) test --disable-swift-testing $(TEST_FLAGS) --filter AgateTests.HammerTests

# Decoders, paths and text under AddressSanitizer, with mutated input. What goes over bytes, pixels, paths and glyphs is optimised, since the mutants take most
# of the tests' time; the rest is not, since its compilation would take more. Of the mutants of Lottie files, which take ten times as long here, a part: `test`
# runs all. Not for leaks: Data keeps marks in the upper bits of its pointers, so whatever a cache holds in one looks lost.
ASAN_FLAGS := -c release -Xswiftc -enable-testing -Xswiftc -DAGATE_CHECKED --sanitize=address --scratch-path .build-asan
asan: export AGATE_TEST_TARGETS = HostileInputTests
asan: export AGATE_UNOPTIMISED = Agate,AgateDiagnostics,AgateInspector,AgateRecording,FFmpeg,GLCompositor,ObjectiveCRuntime,OpenGLES,QuartzCore,RenderTree
asan: deps
	$(SWIFT) build $(ASAN_FLAGS) --product agatePackageTests
	ASAN_OPTIONS=detect_leaks=0 AGATE_MUTATIONS=$${AGATE_MUTATIONS:-15} $(SWIFT) test $(ASAN_FLAGS) --skip-build --disable-swift-testing --filter HostileInputTests

# The C kernels on aarch64, under emulation: the same bytes, and how many instructions.
arm-test:
	@./Tools/arm-kernels/run

# Every way in that takes somebody else's bytes, under libFuzzer and AddressSanitizer, MINUTES in all; ONLY="caml png" takes some of them. What is found
# is minimised by hand and put into Tests/Whole/HostileInputTests/Corpus, which `make test` replays.
fuzz: deps
	@SWIFT="$(SWIFT)" ./Tools/run-fuzz "$(MINUTES)" $(ONLY)

# Everything again and again for SOAK_MINUTES, with memory, descriptors and completions watched; then the slopes of live memory, over ten
# thousands of calls each.
SOAK_MINUTES ?= 5
soak: deps
	@$(SWIFT) build -c release --product soak && ./Tools/run-soak "$$($(SWIFT) build -c release --show-bin-path)/soak" "$(SOAK_MINUTES)"
	AGATE_SLOPES=100 $(SWIFT) test --disable-swift-testing $(TEST_FLAGS) --filter 'MemorySlopeTests|TreesInOneTurnTests'

# What a machine with a GPU, but without Swift or a network, needs to be asked: out/gpu-check.tar.xz.
gpu-check: test-build
	@./Tools/gpu-check/pack "$$($(SWIFT) build $(TEST_FLAGS) --show-bin-path)"

bench: build
	@$$($(SWIFT) build -c release --show-bin-path)/bench

# Numbers and pictures to conform to. The pictures are other people's and stand in ../shared where they are; the numbers are in the tree.
conform: build
	@set -o pipefail; bin=$$($(SWIFT) build -c release --show-bin-path); \
	$$bin/conform vectors Tests/Whole/ConformanceTests/vectors.json | tail -40 || exit 1; \
	if [ -d ../shared ]; then Tools/check-conformance "$$bin/conform" ../shared/corpus; \
	else echo "conform: ../shared is not here; no pictures to conform to"; fi

# Every package of a release in out/release: Documentation/Release.md.
release: deps
	@./Tools/release/release

# Installs what `make release` made on bare systems, by the lines of README.
release-test:
	@./Tools/release/release-test $(CHANNELS)

clean:
	rm -rf .build .build-release .build-test .build-tsan .build-asan .build-check .build-arm .build-fuzz .build-mutants .build-gates $(OUT)
